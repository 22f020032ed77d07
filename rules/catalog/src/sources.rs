//! The sources that the articles of the rules refer to.

use boardgame::RuleInWords;

/// A source of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its name in articles.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
}

const SOURCES: &[Source] = &[
    source("FIDE", "International Chess Federation, Laws of Chess"),
    source("FMJD", "World Draughts Federation, Annex 1: rules of international draughts"),
    source("FMJD-64", "World Draughts Federation, section 64: rules of draughts on 64 squares"),
    source("FMJD-CZ", "World Draughts Federation, Brief rules of Czech draughts"),
    source("WCDF", "World Checkers/Draughts Federation, rules of draughts"),
    source("FID", "Federazione Italiana Dama, Regolamento ufficiale"),
    source("FPD", "Federação Portuguesa de Damas, Regras do jogo de damas clássicas"),
    source("APCA", "American Pool Checker Association, tournament rules"),
    source("FRI-2011", "Official rules of Frisian draughts, 2011"),
    source("CBD", "Confederação Brasileira de Damas, rules for 64 squares"),
    source("S64", "FMJD section 64, Spanish (classic) draughts"),
    source("kodeks", "Code of draughts (kodeks) of the Russian federation, 2004"),
    source("PDN", "Portable Draughts Notation 3.0"),
    source("Scan", "Scan 3.1, an engine"),
    source("Lidraughts", "lidraughts.org, a server"),
    source("pydraughts", "pydraughts, a library"),
    source("Wikipedia", "Wikipedia, articles on draughts"),
    source("Fandom", "checkers.fandom.com"),
    source("Freeling", "Christian Freeling, mindsports.nl"),
    source("Winther", "Mats Winther, pages on checkers variants"),
    source("descriptions", "Descriptions by players; no official text is known"),
];

const fn source(name: &'static str, title: &'static str) -> Source {
    Source { name, title }
}

impl Source {
    /// The sources that an article names, such as `FMJD 4.13` or `Fandom, Winther`.
    pub fn of_article(article: &str) -> impl Iterator<Item = Self> {
        let is_mark = |character: char| !character.is_alphanumeric() && character != '-';
        let words: Vec<&str> = article.split(is_mark).collect();
        SOURCES.iter().copied().filter(move |source| words.contains(&source.name))
    }

    /// The sources of rules, without duplicates.
    #[must_use]
    pub fn of_rules(rules: &[RuleInWords]) -> Vec<Self> {
        let mut sources = Vec::new();
        for source in rules.iter().filter_map(|rule| rule.article).flat_map(Self::of_article) {
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        sources
    }
}
