"""What annotators read by a key: the rules on predicates, or the labels of errors."""

from __future__ import annotations

from meantree.annotation.rules import BOTH, ESA, FRAMES, MQM, Rules, protocol_guidelines


def test_guidelines_are_those_of_the_protocol() -> None:
    heads = ("## What is a predicate", "## Severities", "## Categories")
    shown = {
        name: [head in protocol_guidelines(Rules(protocol=name)) for head in heads] for name in (FRAMES, MQM, ESA, BOTH)
    }
    assert shown == {
        FRAMES: [True, False, False],
        MQM: [False, True, True],
        ESA: [False, True, False],
        BOTH: [True, True, True],
    }
    own = protocol_guidelines(Rules(protocol=MQM, categories="Tone: too rude\nOther", severities=("critical",)))
    assert "- **Tone**: too rude\n- **Other**\n" in own
    assert "- **critical**: " in own
    assert "minor" not in own
