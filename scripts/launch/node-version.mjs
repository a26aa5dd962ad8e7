// Only syntax of Node 12 here and in start.mjs: an older Node cannot parse the other scripts, and would report a syntax error.

/** What to do when this Node is too old for the launcher; undefined when it is not. */
export function nodeVersionProblem() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return undefined;
  return `Node 20.19 of nieuwer is nodig; dit is ${process.versions.node}. Installeer een nieuwere van https://nodejs.org en probeer het opnieuw.`;
}
