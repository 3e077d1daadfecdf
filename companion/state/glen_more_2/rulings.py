"""Rulings that a later version of the rules made otherwise, each asked here and nowhere else.

A game keeps the rulings it began with: what its ruleset carries as `version` never changes. Version 1 decides no
more (`version_1`); its games go on by version 2.
"""

from __future__ import annotations

from companion.state.glen_more_2.model import State

OLDEST, NEWEST = 2, 4
"""The versions that decide; their states are hashed alike."""


def since(state: State, version: int) -> bool:
    """Whether a game goes by that version of the rules or a later one; for rulings of the chronicles too."""
    return state.rules.version >= version


def brought_3(state: State) -> bool:
    """What expansions keep since version 3 is part of the state."""
    return since(state, 3)


def out_at_worlds_end(state: State) -> bool:
    """GM-END-03: who has moved onto World's End is out at once: no trade, no movement points (since 3)."""
    return since(state, 3)


def purses_are_compared(state: State) -> bool:
    """GM-MKT-03: a price of the market that is more than the buyer has by the book is asked about (since 3)."""
    return since(state, 3)


def laying_goes_on(state: State) -> bool:
    """GM-DIE-11: the ring put right while tiles are laid after the die doesn't end the laying (since 3)."""
    return since(state, 3)


def doubts_are_asked(state: State) -> bool:
    """GM-SCR-03: before a scoring each count that may be behind the table is asked for (since 3)."""
    return since(state, 3)


def what_was_said_stands(state: State) -> bool:
    """GM-SCR-03: counts told when a running game was taken up are in no doubt (since 3)."""
    return since(state, 3)


def costs_are_entered(state: State) -> bool:
    """GM-TIL-02: counts stay in doubt until a cost nobody knows is entered; a sale alone is none (since 3)."""
    return since(state, 3)


def buying_may_come_first(state: State) -> bool:
    """GM-TRN-09, GM-MKT-05: a good bought in the turn before the tile is taken is for its cost (since 3)."""
    return since(state, 3)


def setting_up_is_told(state: State) -> bool:
    """GM-SET-01, C0-02: what the hands set up is told step by step (since 3)."""
    return since(state, 3)


def scorings_have_sheets(state: State) -> bool:
    """C5-13: an expansion's scoring after a round's is told on a sheet of its own (since 3)."""
    return since(state, 3)


def members_by_the_book(state: State) -> bool:
    """C8-19 to C8-43: when a member may act, and what counts for it (since 3)."""
    return since(state, 3)


def asked_together(state: State) -> bool:
    """C5-15, C7-08: what all do at once is asked at once, nobody where nothing can be done (since 3)."""
    return since(state, 3)


def a_tapped_turn_stays_open(state: State) -> bool:
    """GM-TRN-09: what is entered after the last tile was tapped may belong to either player (since 3)."""
    return since(state, 3)


def asks_only_what_can_be(state: State) -> bool:
    """GM-TRN-03: what has one possible answer is told, not asked (since 3)."""
    return since(state, 3)


def die_moves_unasked(state: State) -> bool:
    """GM-DIE-03: where it changes nothing which tiles the die meets, its move is booked, not asked (since 3)."""
    return since(state, 3)


def die_leaves_by_its_tile(state: State) -> bool:
    """GM-DIE-06: the tile thrown out tells whether the die leaves, not the one aimed at (since 3)."""
    return since(state, 3)


def discards_are_named(state: State) -> bool:
    """GM-RND-09: a tile found on the pile is the one that nobody had told there (since 3)."""
    return since(state, 3)


def going_home_is_played_out(state: State) -> bool:
    """GM-SET-08, GM-RND-05: two who are left play with the die, what they have passed goes at once (since 3)."""
    return since(state, 3)


def piles_go_with_colours(state: State) -> bool:
    """C7-25: a personal pile is its owner's in the colour that was put right too (since 3)."""
    return since(state, 3)


def roll_goes_with_its_turn(state: State) -> bool:
    """GM-DIE-02: a ring put right so that the die isn't on turn withdraws the question for its roll (since 3)."""
    return since(state, 3)


def questions_go_with_tiles(state: State) -> bool:
    """GM-TIL-03: what a tile is, is not asked any more of who turns out not to have it (since 3)."""
    return since(state, 3)


def questions_go_with_cards(state: State) -> bool:
    """C6-14: the cost of an event is asked no more of a card that is turned, or elsewhere (since 4)."""
    return since(state, 4)


def a_full_rondel_has_no_gaps(state: State) -> bool:
    """GM-SET-15: a rondel told in mid-game is asked for empty spaces only where it isn't full (since 4)."""
    return since(state, 4)


def barrels_are_compared(state: State) -> bool:
    """GM-TAK-01: paying more barrels than the companion counts is asked about (since 4)."""
    return since(state, 4)


def by_hand_only_what_lies_there_is_told(state: State) -> bool:
    """C5-21: who scores without the companion says what lies there; who has nothing is not asked (since 4)."""
    return since(state, 4)


def protection_is_asked(state: State) -> bool:
    """GM-TIL-08: stopping on a protected tile that nobody had told is asked about at every depth (since 4)."""
    return state.follows or since(state, 4)


def scots_are_counted_by_hand(state: State) -> bool:
    """GM-CMP-03: more Scots in a territory than there are, entered as they stand, are marked (since 4)."""
    return since(state, 4)


def members_are_watched(state: State) -> bool:
    """C8-22, C8-32, C8-35: what followed territories show of what members may do is asked about (since 4)."""
    return since(state, 4)


def offers_only_what_can_be(state: State) -> bool:
    """C3-31, C4-06, C7-05, C8-43: a sale, tile, holder, vote or token that can't be is not offered (since 4)."""
    return since(state, 4)


def told_persons_move_no_scot(state: State) -> bool:
    """GM-PER-02: Scots are not in doubt after a tile without a name that people called a person (since 4)."""
    return since(state, 4)


def goods_decide_every_place(state: State) -> bool:
    """GM-TIE-02: goods are counted of all who are equal in points, not of the leaders alone (since 4)."""
    return since(state, 4)


def each_scoring_vouches_for_its_own(state: State) -> bool:
    """GM-SCR-01: "All is right" vouches only for counts which that scoring asked (since 4)."""
    return since(state, 4)


def unused_movement_is_told(state: State) -> bool:
    """GM-MOV-05: movement points that are lost with the end of a turn are told (since 4)."""
    return since(state, 4)


def sources_are_pieces(state: State) -> bool:
    """GM-ACT-05, C0-01: events name a chronicle's source by its piece, an activating card alone (since 4)."""
    return since(state, 4)


def what_tiles_use_is_no_cost(state: State) -> bool:
    """GM-ACT-11, GM-TIL-02: a good bought for an exchange is no part of what its turn's tile cost (since 4)."""
    return since(state, 4)


def what_it_brings_pays_nothing(state: State) -> bool:
    """GM-TAK-01: goods that came with or after the turn's tile are not offered as payment for it (since 4)."""
    return since(state, 4)
