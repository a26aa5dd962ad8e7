/** Which lead stands before and after one in a list. A lead may be in it more than once. */
export const neighboursOf = (ids: readonly string[], id: string): { previous?: string; next?: string } => {
  const order = [...new Set(ids)];
  const at = order.indexOf(id);
  if (at < 0) return {};
  const [previous, next] = [order[at - 1], order[at + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
};
