const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Every word that was typed is somewhere in the name; case and accents do not count. */
export const nameMatches = (name: string, typed: string): boolean => {
  const known = plain(name);
  return plain(typed)
    .split(/\s+/)
    .every((word) => known.includes(word));
};
