import type { RefObject } from "react";
import { Button } from "#ui/button/button.tsx";

/** The variables of a prompt, which the writer fills in from data. */
const PROMPT_VARIABLES = [
  { name: "voornaam", meaning: "voornaam van de lead" },
  { name: "naam", meaning: "volledige naam van de lead" },
  { name: "functie", meaning: "functie van de lead" },
  { name: "bedrijf", meaning: "naam van je eigen bedrijf" },
  { name: "am", meaning: "naam van de afzender" },
] as const;

type PromptVariable = (typeof PROMPT_VARIABLES)[number]["name"];

const isKnown = (name: string): boolean => PROMPT_VARIABLES.some((variable) => variable.name === name);

/** The variables that nobody fills in: the writer would leave them in the text. */
const findUnknownVariables = (prompt: string): string[] => [
  ...new Set([...prompt.matchAll(/\{(\w+)\}/g)].flatMap(([whole, name = ""]) => (isKnown(name) ? [] : [whole]))),
];

type PromptVariablesProps = {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  onTextChange: (text: string) => void;
};

/** The end of the text before the cursor when it is the beginning of a variable: "{voo". */
const BEGUN = /\{(\w*)$/;

/** The variables of a prompt: a click inserts one, or completes the one that is being typed. Unknown ones are named. */
export function PromptVariables({ text, field, onTextChange }: PromptVariablesProps) {
  const unknown = findUnknownVariables(text);
  const cursor = field.current?.selectionStart ?? text.length;
  const [, begun] = BEGUN.exec(text.slice(0, cursor)) ?? [];
  const offered = PROMPT_VARIABLES.filter(({ name }) => begun === undefined || name.startsWith(begun));
  const insert = (name: PromptVariable) => {
    const at = field.current?.selectionStart ?? text.length;
    const before = text.slice(0, at).replace(BEGUN, "");
    const after = text.slice(at).replace(/^\}/, "");
    onTextChange(`${before}{${name}}${after}`);
    requestAnimationFrame(() => {
      const end = before.length + name.length + 2;
      field.current?.focus();
      field.current?.setSelectionRange(end, end);
    });
  };
  return (
    <div className="flex flex-col gap-1.5 text-[0.8125rem]">
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="mb-1 text-muted-foreground text-xs">Variabelen</legend>
        {offered.map(({ name, meaning }) => (
          <Button key={name} variant="outline" size="sm" title={meaning} onClick={() => insert(name)}>
            {`{${name}}`}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="text-warning">
        {unknown.length > 0 &&
          `Onbekende ${unknown.length === 1 ? "variabele" : "variabelen"}: ${unknown.join(", ")}. Die ${unknown.length === 1 ? "wordt" : "worden"} niet ingevuld.`}
      </p>
    </div>
  );
}
