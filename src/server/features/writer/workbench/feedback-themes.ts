import type { FeedbackTheme } from "#contract/workbench.ts";

interface Theme {
  theme: string;
  pattern: RegExp;
  proposal: string;
}

/** What reviewers say about texts, and the instruction that prevents it. The first that matches counts. */
const THEMES: readonly Theme[] = [
  {
    theme: "te lang",
    pattern: /\b(te lang|korter|inkorten|lange? (?:zin|tekst|lap)|bondiger|beknopter|minder woorden)/i,
    proposal: "Houd elk onderdeel kort: hooguit vier zinnen en zestig woorden.",
  },
  {
    theme: "te formeel",
    pattern: /\b(te formeel|stijf|stijve|losser|informeler|minder formeel|spreektaal)/i,
    proposal: "Schrijf los en in spreektaal, zoals je een bekende collega zou schrijven.",
  },
  {
    theme: "te informeel",
    pattern: /\b(te informeel|te populair|te los|formeler|zakelijker|netter)/i,
    proposal: "Schrijf zakelijk en verzorgd, zonder populaire woorden en zonder uitroeptekens.",
  },
  {
    theme: "te commercieel",
    pattern: /\b(te commercieel|verkoop\w*|salesy?|opdringerig|te veel over ons|pitch)/i,
    proposal: "Verkoop niets en noem ons aanbod niet. Stel één oprechte vraag over het werk van de lead.",
  },
  {
    theme: "te algemeen",
    pattern: /\b(te algemeen|persoonlijker|specifieker|nietszeggend|standaard\w*|onpersoonlijk)/i,
    proposal: "Noem in het eerste bericht minstens één feit dat alleen voor deze lead geldt.",
  },
  {
    theme: "onjuist",
    pattern: /\b(klopt niet|onjuist|niet waar|verkeerd\w*|fout\w* (?:feit|informatie)|verzonnen)/i,
    proposal: "Gebruik alleen feiten die zeker zijn. Twijfel je, laat het dan weg.",
  },
  {
    theme: "taal",
    pattern: /\b(taalfout|spelling|grammatica|krom\w*|vertaald|engels\w*)/i,
    proposal: "Schrijf foutloos Nederlands, zonder Engelse woorden waar een gewoon Nederlands woord bestaat.",
  },
];
const OTHER: Theme = { theme: "overig", pattern: /(?:)/, proposal: "" };

export interface LeadFeedback {
  feedback: string;
  leadId: string;
  fullName: string;
}

const MAX_LEADS = 5;

const themeOf = (feedback: string): Theme => THEMES.find(({ pattern }) => pattern.test(feedback)) ?? OTHER;

/** Grouped by theme, the most frequent first; feedback without a theme comes last. */
export const groupByTheme = (allFeedback: readonly LeadFeedback[]): FeedbackTheme[] =>
  [...Map.groupBy(allFeedback, ({ feedback }) => themeOf(feedback))]
    .map(([{ theme, proposal }, items]) => ({
      theme,
      proposal,
      count: items.length,
      example: items[0]?.feedback ?? "",
      leads: [...new Map(items.map(({ leadId, fullName }) => [leadId, { id: leadId, fullName }])).values()].slice(
        0,
        MAX_LEADS,
      ),
    }))
    .toSorted(
      (one, other) =>
        Number(one.theme === OTHER.theme) - Number(other.theme === OTHER.theme) || other.count - one.count,
    );
