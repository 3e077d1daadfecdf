"""What the rules of Schotten Totten say, in our own words: a sentence or two for each that the product can name.

Decides nothing.
"""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "ST-CMP-01": (tr("Two play, each on one side of the border."),),
    "ST-CMP-03": (tr("The ten tactics cards stay in the box unless you play with them."),),
    "ST-SET-01": (tr("The nine stones stand in a row between the players; each keeps its place in it."),),
    "ST-SET-02": (tr("Each player gets 6 clan cards, the rest is a pile; with tactics cards it is 7."),),
    "ST-SET-03": (tr("Who was last in Scotland begins, else the younger player; you say who that is."),),
    "ST-TRN-01": (
        tr("Lay a card on your own side of a stone, claim what you can prove, draw a card."),
        tr("The companion takes it that you have drawn: hands stay secret."),
    ),
    "ST-TRN-02": (tr("A card that lies stays where it is; only three of the ruses move or take one."),),
    "ST-TRN-03": (tr("A side holds three cards at most."),),
    "ST-TRN-05": (tr("When nothing is left to draw, you play on with what you hold."),),
    "ST-TRN-06": (tr("A card can lie at any stone that nobody has claimed and where your side has room."),),
    "ST-TRN-07": (
        tr("Who has no card left, or no place for one, lays nothing and may still claim."),
        tr("Who can lay a card must."),
    ),
    "ST-CLM-01": (tr("You claim after your own card, before the other player lays one."),),
    "ST-CLM-02": (tr("You may claim several stones in one turn, one after the other."),),
    "ST-CLM-03": (
        tr("Nobody has to claim; tap the stone, or choose it."),
        tr("The chance is over with the next player's card."),
    ),
    "ST-CLM-04": (
        tr("Where both sides are full, the stronger formation takes the stone."),
        tr("The strongest first: colour run, all of a kind, one colour, run, sum."),
    ),
    "ST-CLM-05": (
        tr("A claimed stone lies at its owner's cards; for stones side by side its place still counts."),
    ),
    "ST-CLM-06": (tr("At a claimed stone no card is laid any more, even where a side has room."),),
    "ST-CLM-07": (tr("A claim is final: the stone never changes hands."),),
    "ST-FRM-01": (tr("A colour run, three strengths in a row of one colour, is the strongest formation."),),
    "ST-FRM-02": (tr("Three cards of the same strength come next."),),
    "ST-FRM-03": (tr("Three cards of one colour are third."),),
    "ST-FRM-04": (tr("A run of any colours is fourth."),),
    "ST-FRM-05": (tr("Any other three cards count by their total alone."),),
    "ST-FRM-07": (tr("The order in which a run was laid doesn't matter; behind 9 no run goes on with 1."),),
    "ST-TIE-01": (tr("Of two sides of the same formation the one with the higher total is stronger."),),
    "ST-TIE-02": (
        tr("Where formation and total are the same, the stone goes to the player whose side was full first."),
        tr("A side that lost a card counts from when it was filled again."),
    ),
    "ST-TEC-01": (tr("At a stone with Blind Man's Bluff only the total of each side counts, no formation."),),
    "ST-TEC-02": (
        tr("At a stone with Mud Fight each side needs four cards."),
        tr("A formation there must be made of all four."),
    ),
    "ST-TEC-03": (tr("A combat technique lies on any stone that nobody has claimed, full sides or not."),),
    "ST-PRF-02": (tr("Only who has all cards at a stone can claim it."),),
    "ST-PRF-04": (
        tr("A stone can be claimed while the other side is open, if nothing that may come there is stronger."),
        tr("Whatever lies nowhere on the table may come, also what you hold yourself."),
    ),
    "ST-PRF-05": (tr("What can only become equal does not stand against a claim: your side is full first."),),
    "ST-PRF-06": (tr("A side that too few cards are left for can't be filled any more, and so can't win."),),
    "ST-PRF-07": (tr("Cards at claimed stones and in the discard pile can't come any more either."),),
    "ST-END-01": (tr("Whoever owns three stones side by side wins the round at once."),),
    "ST-END-02": (tr("Whoever owns any five stones wins the round at once."),),
    "ST-END-05": (
        tr("When both have laid nothing one after the other, you may end the round."),
        tr("More stones win it; at equal stones each scores a point a stone."),
    ),
    "ST-RND-01": (tr("Say before the first round how many you play."),),
    "ST-RND-02": (tr("A round brings its winner 5 points."),),
    "ST-RND-03": (tr("The other player scores a point for each stone claimed."),),
    "ST-RND-04": (
        tr("Most points win after the last round; equal points are a shared victory."),
        tr("Who begins the next round you say; who lost is proposed."),
    ),
    "ST-TAC-03": (tr("In your turn you play one card, a clan card or a tactics card."),),
    "ST-TAC-04": (tr("You draw from the pile of clan cards or from that of tactics cards."),),
    "ST-TAC-06": (
        tr("Who holds only tactics cards, or has no place for a clan card, may lay nothing."),
        tr("Who can lay a clan card can't pass."),
    ),
    "ST-TAC-07": (tr("A hand holds seven cards at most: who has seven draws none."),),
    "ST-TAC-08": (tr("You may have played one tactics card more than the other player, never two."),),
    "ST-ELT-01": (tr("An elite troop is laid like a clan card and takes its room."),),
    "ST-ELT-02": (
        tr("A Joker is any clan card: you say which when you lay it, and that it stays."),
        tr("It may be a card that lies on the table already."),
    ),
    "ST-ELT-03": (tr("Who has played a Joker keeps the other one in the hand."),),
    "ST-ELT-04": (tr("The Spy is a 7; its colour is chosen when the stone is claimed."),),
    "ST-ELT-05": (
        tr("The Shield Bearer is a 1, 2 or 3; colour and strength are chosen when the stone is claimed."),
    ),
    "ST-ELT-06": (tr("Spy and Shield Bearer count as what is best for their owner, whoever claims."),),
    "ST-RUS-01": (tr("A ruse lies beside the piles, does what it says, and is discarded."),),
    "ST-RUS-03": (
        tr("Recruiter: draw three cards from any piles, put two of your hand under them, draw no other."),
    ),
    "ST-RUS-04": (
        tr("Strategist: take a card of your own side at a free stone."),
        tr("Lay it at another free stone of yours, or discard it."),
    ),
    "ST-RUS-05": (tr("Banshee: discard a card of the other side at a free stone."),),
    "ST-RUS-06": (tr("Traitor: take a clan card of the other side at a free stone, and lay it on your own."),),
    "ST-RUS-07": (
        tr("A ruse that finds nothing to take can't be played; after one you may claim as after any card."),
    ),
    "ST-EXP-01": (tr("Experts claim only at the start of their turn, before they lay a card."),),
    "ST-EXP-02": (tr("The expert variant is played with tactics cards or without them."),),
    "ST-APP-01": (
        tr("A card is tapped, then its place; without stickers there the stone is chosen."),
        tr("What lies already can't be laid once more, nor on the other player's side."),
    ),
}
"""By its id, in the order of the ledger."""
