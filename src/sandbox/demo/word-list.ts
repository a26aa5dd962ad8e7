/** A list written as people write one: with commas. */
export const wordList = (text: string): readonly string[] => text.trim().split(/,\s+/);
