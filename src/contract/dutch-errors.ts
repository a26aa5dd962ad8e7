import { z } from "zod";

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const TYPE_TEXTS: Partial<Record<string, string>> = {
  string: "Vul een tekst in.",
  number: "Vul een getal in.",
  int: "Vul een geheel getal in.",
  boolean: "Kies ja of nee.",
  array: "Geef een lijst op.",
  object: "Geef velden met hun waarde op.",
  record: "Geef velden met hun waarde op.",
};

const FORMATS: Partial<Record<string, string>> = {
  email: "Vul een geldig e-mailadres in.",
  url: "Vul een geldig webadres in.",
  uuid: "Dit is geen geldige id.",
  date: "Kies een datum.",
  datetime: "Vul een datum met een tijd in.",
};

const UNITS: Partial<Record<string, string>> = { string: "teken", array: "regel", set: "regel" };

const unitOf = (origin: string, limit: number | bigint): string => {
  const unit = UNITS[origin];
  if (!unit) return "";
  return Number(limit) === 1 ? ` ${unit}` : ` ${unit}s`;
};

const limitText = (word: string, origin: string, limit: number | bigint): string =>
  `${word} ${limit}${unitOf(origin, limit)}.`;

const wrongTypeText = (expected: string, input: unknown): string =>
  input === undefined || input === null
    ? "Dit veld is verplicht."
    : (TYPE_TEXTS[expected] ?? "Deze waarde kan hier niet.");

/** The default message for users. A message in the schema itself takes precedence. */
const dutchError = (issue: Issue): string => {
  switch (issue.code) {
    case "invalid_type":
      return wrongTypeText(issue.expected, issue.input);
    case "invalid_value":
      if (issue.input === undefined || issue.input === null) return "Dit veld is verplicht.";
      return `Kies uit: ${issue.values.map(String).join(", ")}.`;
    case "too_small":
      return limitText(issue.inclusive === false ? "Meer dan" : "Minimaal", issue.origin, issue.minimum);
    case "too_big":
      return limitText(issue.inclusive === false ? "Minder dan" : "Maximaal", issue.origin, issue.maximum);
    case "invalid_format":
      return FORMATS[issue.format] ?? "Deze waarde heeft niet de juiste vorm.";
    case "not_multiple_of":
      return `Vul een veelvoud van ${issue.divisor} in.`;
    case "unrecognized_keys":
      return `Onbekend veld: ${issue.keys.join(", ")}.`;
    case "invalid_key":
    case "invalid_element":
    case "invalid_union":
    case "custom":
      return "Deze waarde kan hier niet.";
  }
};

/** Makes zod report errors in Dutch, on the server and in the browser. */
export const installDutchErrors = (): void => {
  z.config({ localeError: dutchError });
};
