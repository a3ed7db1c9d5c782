; Inno Setup 6: installs Meantree for the user who runs it, without rights of an administrator.
; iscc /DVersion=1.0.0 packaging\bundle\windows\meantree.iss

[Setup]
AppId=Meantree
AppName=Meantree
AppVersion={#Version}
AppPublisher=The Meantree authors
DefaultDirName={autopf}\Meantree
PrivilegesRequired=lowest
DisableProgramGroupPage=yes
DisableDirPage=auto
LicenseFile=..\..\..\LICENSE
SourceDir=..\..\..\build\bundle\dist\meantree
OutputDir=..\..\..\..\dist
OutputBaseFilename=meantree-{#Version}-windows-x86_64
UninstallDisplayIcon={app}\meantree.exe
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2
SolidCompression=yes
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes

[Files]
Source: "*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{autoprograms}\Meantree"; Filename: "{app}\meantree.exe"

[Registry]
Root: HKA; Subkey: "Software\Classes\.meantree"; ValueType: string; ValueData: "Meantree.Project"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Meantree.Project"; ValueType: string; ValueData: "Meantree project"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Meantree.Project\DefaultIcon"; ValueType: string; ValueData: "{app}\meantree.exe,0"
Root: HKA; Subkey: "Software\Classes\Meantree.Project\shell\open\command"; ValueType: string; ValueData: """{app}\meantree.exe"" ""%1"""
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}"; Check: IsNotInPath

[UninstallDelete]
Type: filesandordirs; Name: "{localappdata}\meantree\Cache"
Type: filesandordirs; Name: "{localappdata}\meantree\Logs"

[Code]
function PathOfUser(): string;
begin
  if not RegQueryStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Result) then Result := '';
end;

function IsNotInPath(): Boolean;
begin
  Result := Pos(';' + Lowercase(ExpandConstant('{app}')) + ';', ';' + Lowercase(PathOfUser()) + ';') = 0;
end;

procedure CurUninstallStepChanged(CurUninstallStep: TUninstallStep);
var
  Before: string;
begin
  if CurUninstallStep <> usPostUninstall then Exit;
  Before := PathOfUser();
  if StringChangeEx(Before, ';' + ExpandConstant('{app}'), '', True) > 0 then
    RegWriteExpandStringValue(HKEY_CURRENT_USER, 'Environment', 'Path', Before);
end;
