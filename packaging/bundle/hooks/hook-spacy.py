# In place of PyInstaller's own hook, which asks for each module of the tests, too.
from PyInstaller.utils.hooks import collect_data_files, collect_submodules

datas = collect_data_files("spacy")
hiddenimports = collect_submodules("spacy", filter=lambda name: ".tests" not in name)
