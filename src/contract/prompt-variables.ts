/** The variables of a prompt, which the writer fills in from data. */
export const PROMPT_VARIABLES = [
  { name: "voornaam", meaning: "voornaam van de lead" },
  { name: "naam", meaning: "volledige naam van de lead" },
  { name: "functie", meaning: "functie van de lead" },
  { name: "bedrijf", meaning: "naam van je eigen bedrijf" },
  { name: "am", meaning: "naam van de afzender" },
] as const;

export type PromptVariable = (typeof PROMPT_VARIABLES)[number]["name"];

const isKnown = (name: string): boolean => PROMPT_VARIABLES.some((variable) => variable.name === name);

/** The variables that nobody fills in: the writer would leave them in the text. */
export const findUnknownVariables = (prompt: string): string[] => [
  ...new Set([...prompt.matchAll(/\{(\w+)\}/g)].flatMap(([whole, name = ""]) => (isKnown(name) ? [] : [whole]))),
];
