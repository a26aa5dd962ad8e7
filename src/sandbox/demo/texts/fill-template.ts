/** Fills the placeholders of a text: "Dag {voornaam}". A placeholder without a value stays. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
