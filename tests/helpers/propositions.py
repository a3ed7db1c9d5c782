"""A sentence with propositions in each dialect."""

from __future__ import annotations

from typing import Final

PROPS: Final = """# sent_id = s-1
1\tFrom\tIN\t(TOP(SINV(PP*\t-\t-\t(ARG2*
2\tthe\tDT\t(NP*\t-\t-\t*
3\tAP\tNNP\t*))\t-\t-\t*)
4\tcomes\tVBZ\t(VP*)\tcome\tcome.03\t(V*)
5\tthis\tDT\t(NP*\t-\t-\t(ARG1*
6\tstory\tNN\t*)\t-\t-\t*)
7\t:\t:\t*))\t-\t-\t*

"""
CONLL2005: Final = """The    DT   (S(NP*   -      (A0*    *
man    NN   *)       -      *)      (A0*)
ran    VBD  (VP*     run    (V*)    *
to     TO   (S(VP*   -      (AM-PNC* *
win    VB   *))))    win    *)      (V*)
"""
CONLL2012: Final = """#begin document (bc/cctv/00/cctv_0001); part 000
bc/cctv/00/cctv_0001   0   0   He     PRP  (TOP(S(NP*)   -      -    -   -   *   (ARG0*)   *        (1)
bc/cctv/00/cctv_0001   0   1   wants  VBZ  (VP*          want   01   1   -   *   (V*)      *        -
bc/cctv/00/cctv_0001   0   2   to     TO   (S(VP*        -      -    -   -   *   (ARG1*    *        -
bc/cctv/00/cctv_0001   0   3   win    VB   *)))))        win    01   -   -   *   *)        (V*)     -

#end document
"""
CONLL2009: Final = "\n".join(
    "\t".join(row.split())
    for row in (
        "1 The the the DT DT _ _ 2 2 NMOD NMOD _ _ _ _",
        "2 man man man NN NN _ _ 3 3 SBJ SBJ _ _ A0 A0",
        "3 wants want want VBZ VBZ _ _ 0 0 ROOT ROOT Y want.01 _ _",
        "4 to to to TO TO _ _ 3 3 OPRD OPRD _ _ A1 _",
        "5 win win win VB VB _ _ 4 4 IM IM Y win.01 _ _",
    )
)
IN_MISC: Final = "\n".join(
    "\t".join(row.split())
    for row in (
        "1 He he PRON PRP _ 2 nsubj 2:nsubj Framefile=-|Roleset=-|Args=ARG0/ARG0",
        "2 wants want VERB VBZ _ 0 root 0:root Framefile=want|Roleset=want.01|Args=V/_",
        "3 to to PART TO _ 4 mark 4:mark Framefile=-|Roleset=-|Args=_/_",
        "4 win win VERB VB _ 2 xcomp 2:xcomp SpaceAfter=No|Framefile=win|Roleset=win.01|Args=ARG1/V",
    )
)
IN_COLUMNS: Final = "\n".join(
    "\t".join(row.split())
    for row in (
        "1 Nach nach ADP APPR _ 2 case _ _ _",
        "2 Jahren Jahr NOUN NN _ 3 nmod _ _ AM-TMP",
        "3 kam kommen VERB VVFIN _ 0 root Y come.01 _",
        "4 er er PRON PPER _ 3 nsubj _ _ A0",
    )
)
