export type Fact = { n: number; text: string; source: string };

export type WritingTask = {
  task: string;
  firstName: string;
  /** The sender's first name, where the company's prompt asks for a signature. */
  signature: string;
  isFormal: boolean;
  headers: string[];
  facts: Fact[];
  /** The text that is rewritten, and the feedback on it. */
  currentText: string;
  feedback: string;
  /** The data between the boundaries, as it was given. */
  data: string;
};

const lineAfter = (text: string, label: string): string =>
  new RegExp(`^${label}:[ \\t]*(.*)$`, "m").exec(text)?.[1]?.trim() ?? "";

/** The lines between a heading and the next blank line. */
const blockAfter = (text: string, heading: string): string =>
  new RegExp(`^${heading}:[ \\t]*\\n([\\s\\S]*?)(?:\\n\\n|$(?![\\s\\S]))`, "m").exec(text)?.[1] ?? "";

const between = (text: string, name: string): string =>
  new RegExp(`\\[${name} ([0-9a-f]+)\\]\\n([\\s\\S]*?)\\n\\[einde \\1\\]`).exec(text)?.[2] ?? "";

/** Reads from the prompt what a language model would understand of it. */
export function readPrompt(messages: readonly { content: string }[]): WritingTask {
  const text = messages.map(({ content }) => content).join("\n\n");
  const data = between(text, "gegevens");
  return {
    task: lineAfter(text, "Taak"),
    firstName: lineAfter(data, "Voornaam"),
    signature: /^[- ]*Onderteken\b/m.test(text) ? (lineAfter(text, "Afzender").split(" ")[0] ?? "") : "",
    isFormal: lineAfter(text, "Aanspreekvorm") === "u",
    headers: [...blockAfter(text, "Onderdelen").matchAll(/^- ([^:\n]+)/gm)].map(([, header = ""]) => header.trim()),
    facts: [...data.matchAll(/^(\d+)\. (.*) \(bron: ([^)]*)\)$/gm)].map(([, n, fact = "", source = ""]) => ({
      n: Number(n),
      text: fact,
      source,
    })),
    currentText: between(text, "tekst"),
    feedback: between(text, "feedback"),
    data,
  };
}
