"""Figures: what is where, whatever names say, and the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.errors import UsageError
from meantree.picture.style import DARK, LIGHT
from meantree.reporting.figures.canvas import SUFFIXES, Chart, Floats, figure_bytes, image_of, save_figure
from meantree.reporting.figures.distributions import (
    LEAST_BINS,
    MANY,
    MOST_BINS,
    Series,
    bin_edges,
    distribution,
    scatter,
)
from meantree.reporting.figures.figure_style import NO_GLYPH, PRINT, figure_text, style_of
from meantree.reporting.figures.matrices import correlation_matrix
from meantree.reporting.figures.overviews import bars, document_boxes, shown_documents

NAN = float("nan")
SIZE = (300.0, 200.0)
HOSTILE = ("_hidden", "$x^{2$", "<b>&amp;</b>", "\u202eevil\x00\n", "北京 مرحبا हिन्दी", "\U00013000\U000e0001", "")
X, Y = np.array([0.0, 1.0, 2.0, NAN]), np.array([2.0, 0.0, 1.0, 1.0])


def _all(name: str, size: tuple[float, float] = SIZE) -> list[Chart]:
    """Every figure, with a name wherever one is."""
    series = [Series(name, np.array([0, 1])), Series(name, np.array([2, 3]))]
    return [
        scatter(X, Y, (name, name), series, PRINT, size),
        distribution(X, name, series, PRINT, size),
        correlation_matrix(np.array([[1.0, NAN], [NAN, -1.0]]), [name, name], PRINT, size),
        document_boxes(X, name, series[:1], PRINT, size),
        bars([name], np.array([1.0]), np.array([2.0]), name, PRINT, size),
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_text_and_nothing_warns(name: str) -> None:
    for chart in _all(name):
        svg = figure_bytes(chart, PRINT, ".svg").decode()
        assert "<b>" not in svg
        assert "\u202e" not in svg
        assert "<script" not in svg


def test_letters_that_no_font_has_are_signs() -> None:
    assert figure_text("a\U00013000b", ()) == f"a{NO_GLYPH}b"
    assert figure_text("α → ж", ("no such font",)) == "α → ж"
    assert figure_text("\u202e", ()) == r"\u202e"
    assert len(figure_text("long " * 50, ())) <= 28


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_figure_is_the_same_file(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"figure{suffix.upper()}"
    save_figure(_all("x")[0], PRINT, path)
    assert path.read_bytes() == figure_bytes(_all("x")[0], PRINT, suffix)


def test_another_ending_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"found the ending '\.gif', expected \.svg, \.pdf, \.png"):
        save_figure(_all("x")[0], PRINT, tmp_path / "figure.gif")


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_points_are_where_rows_are(scale: float) -> None:
    image = image_of(_all("x")[0], PRINT, scale)
    assert (image.width, image.height) == (300 * scale, 200 * scale)
    assert len(image.pixels) == image.width * image.height * 4
    assert image.points.shape == (4, 2)
    assert np.isnan(image.points[3]).all()
    x, y = image.points[:3].T
    assert (np.diff(x) > 40).all()
    assert y[1] > y[2] > y[0]  # from the top
    pixels = np.frombuffer(image.pixels, np.uint8).reshape(image.height, image.width, 4)
    for left, top in image.points[:3]:
        red, green, blue, _ = pixels[round(top * scale), round(left * scale)]
        assert not red == green == blue  # something is drawn there


def test_the_window_s_colours_are_behind_it() -> None:
    chart = scatter(X, Y, ("a", "b"), [Series("", np.arange(4))], style_of(DARK), SIZE)
    pixels = image_of(chart, style_of(DARK)).pixels
    assert pixels[:3].hex() == DARK.surface[1:]
    assert style_of(LIGHT, ("Sans",)).families == ("Sans",)


def test_bins_hold_every_row_once() -> None:
    values = np.array([0.0, 0.1, 0.5, 1.0, NAN, 0.5, 9.0])
    chart = distribution(values, "x", [Series("a", np.array([0, 1, 2])), Series("b", np.array([3, 4, 5]))], PRINT, SIZE)
    rows = np.concatenate([box.rows for box in chart.boxes])
    assert sorted(rows.tolist()) == [0, 1, 2, 3, 5]  # neither what is undefined nor what is in no series
    for box in chart.boxes:
        assert all(box.left <= values[row] <= box.right for row in box.rows)
    of_bins = np.transpose(
        [[(bar.get_x(), bar.get_width()) for bar in part] for part in chart.axes.containers], (1, 0, 2)
    )
    for box, ((first, width), (second, _)) in zip(chart.boxes, of_bins, strict=True):
        assert box.left < first < first + width <= second + 1e-9 < second + width < box.right, "bars stand side by side"
    image = image_of(chart, PRINT)
    left, top, right, bottom = image.corners.T
    assert (left < right).all()
    assert (top < bottom).all()
    assert left[1:] == pytest.approx(right[:-1])


@given(st.lists(st.floats(-1e6, 1e6), max_size=30))
def test_bins_go_around_all_values(values: list[float]) -> None:
    edges = bin_edges(np.array(values))
    assert LEAST_BINS <= len(edges) - 1 <= MOST_BINS
    assert (np.diff(edges) > 0).all()
    assert all(edges[0] <= value <= edges[-1] for value in values)


@pytest.mark.parametrize(
    ("values", "bins", "ends"),
    [
        (np.arange(1000.0), 11, (0, 999)),  # Sturges: log2(1000) + 1
        (np.append(np.linspace(0, 1, 1000), 2), 20, (0, 2)),  # Freedman and Diaconis: 2 / (2 · 0.5 / 10)
        (np.append(np.linspace(0, 1, 1000), 99), MOST_BINS, (0, 99)),
        (np.array([0.0, 1.0]), LEAST_BINS, (0, 1)),
        (np.full(3, 3.0), LEAST_BINS, (2.5, 3.5)),
        (np.array([]), LEAST_BINS, (0, 1)),
    ],
    ids=["even", "a tail", "far away", "two", "equal", "none"],
)
def test_there_are_as_many_bins_as_the_values_need(values: Floats, bins: int, ends: tuple[float, float]) -> None:
    assert bin_edges(values) == pytest.approx(np.linspace(*ends, bins + 1))


def test_many_points_are_counted_in_hexagons() -> None:
    values: Floats = np.random.default_rng(1).normal(size=(MANY + 1, 2))
    chart = scatter(values[:, 0], values[:, 1], ("a", "b"), [Series("", np.arange(MANY + 1))], PRINT, SIZE)
    (hexagons,) = chart.axes.collections
    assert np.asarray(hexagons.get_array()).sum() == MANY + 1
    assert not np.isnan(image_of(chart, PRINT).points).any()


def test_boxes_of_a_matrix_are_its_cells() -> None:
    chart = correlation_matrix(np.eye(3), ["a", "b", "c"], PRINT, SIZE)
    assert [box.text for box in chart.boxes[3:5]] == ["b against a", "b against b"]
    left, top, right, bottom = image_of(chart, PRINT).corners[5]  # row b, column c
    assert left == pytest.approx(image_of(chart, PRINT).corners[8][0])
    assert top < bottom
    assert left < right


def test_colours_of_a_matrix_go_from_negative_to_positive() -> None:
    (image,) = correlation_matrix(np.array([[1.0, 0.0], [-1.0, NAN]]), ["a", "b"], PRINT, SIZE).axes.images
    shades = image.get_array()
    assert shades is not None
    np.testing.assert_array_equal(np.ma.filled(shades, NAN), [[1.0, 0.5], [0.0, NAN]])


def test_numbers_of_a_matrix_have_room_in_its_cells() -> None:
    for number, points in ((3, 10.0), (12, 8.0), (40, 5.0)):
        chart = correlation_matrix(np.eye(number), [f"c{place}" for place in range(number)], PRINT, (720, 400))
        (size,) = {text.get_fontsize() for text in chart.axes.texts}
        assert size == pytest.approx(points)


def test_documents_in_the_order_of_their_medians() -> None:
    values = np.array([1.0, 2.0, 5.0, 6.0, 3.0, NAN])
    documents = [Series("low", np.array([0, 1])), Series("high", np.array([2, 3])), Series("mid", np.array([4, 5]))]
    assert [document.name for document in shown_documents(values, documents, 500)] == ["high", "mid", "low"]
    assert [document.name for document in shown_documents(values, documents, 100)] == ["high", "low"]  # room for two
    assert shown_documents(values, [Series("none", np.array([5]))], 500) == []
    chart = document_boxes(values, "x", shown_documents(values, documents, 500), PRINT, SIZE)
    assert np.round(chart.points[:5, 1]).tolist() == [2, 2, 0, 0, 1]
    assert np.isnan(chart.points[5]).all()
