"""Which list a level of the menu shows. Knows no list's rows."""

from __future__ import annotations

from collections.abc import Callable

from companion.menu import (
    beginning,
    form_options,
    looking,
    main_menu,
    menu_state,
    past,
    phones,
    put_back,
    sticker_levels,
    sticker_menu,
    teaching_levels,
    teaching_menu,
    what_happened,
)
from companion.menu import options as lists
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.options import OptionList


def options_on_top(menu: Menu, context: MenuContext) -> OptionList:
    """The list on top of the menu."""
    level = menu.levels[-1]
    return beginning.with_ways_out(menu, context, _OPTIONS[type(level)](menu, context, level))


_OPTIONS: dict[type, Callable[..., OptionList]] = {
    menu_state.PhoneMenu: phones.options_for_phones,
    menu_state.PhoneAsks: phones.options_for_asking,
    menu_state.OfferList: lists.options_for_offers,
    menu_state.OfferForm: form_options.options_for_form,
    menu_state.MoreOffers: what_happened.options_for_more,
    menu_state.KeyOffers: lists.options_for_key,
    menu_state.MainMenu: main_menu.options_for_main,
    menu_state.CautionPrompt: lists.options_for_caution,
    menu_state.KeptRoll: lists.options_for_kept,
    menu_state.InterpretationList: lists.options_for_interpretations,
    menu_state.PutBackList: put_back.options_for_put_back,
    menu_state.HistoryList: past.options_for_history,
    menu_state.TurnEntryList: past.options_for_turn,
    menu_state.EntryMenu: past.options_for_entry,
    menu_state.PeopleList: past.options_for_people,
    menu_state.ForgottenList: past.options_for_forgotten,
    menu_state.TableOrLog: past.options_for_table_or_log,
    menu_state.UnfitList: lists.options_for_unfit,
    menu_state.GameList: main_menu.options_for_games,
    menu_state.GameMenu: main_menu.options_for_game,
    menu_state.GameChoice: main_menu.options_for_game_choice,
    menu_state.OrderChoice: main_menu.options_for_order,
    menu_state.BoxMenu: main_menu.options_for_box,
    menu_state.LanguageList: main_menu.options_for_language,
    menu_state.ConfirmPrompt: main_menu.options_for_sure,
    sticker_levels.StickerMenu: sticker_menu.options_for_stickers,
    sticker_levels.StickerChoice: sticker_menu.options_for_choice,
    teaching_levels.GroupList: teaching_menu.options_for_groups,
    teaching_levels.PieceList: teaching_menu.options_for_group,
    teaching_levels.FieldList: teaching_menu.options_for_piece,
    teaching_levels.FieldForm: teaching_menu.options_for_field,
    menu_state.ArticleList: looking.options_for_articles,
}
