type Listed = { id: string };

/** Which lead stands before and after one in a list. A lead may be in it more than once. */
export const neighboursOf = (
  leads: readonly Listed[],
  id: string | undefined,
): { previous?: string; next?: string } => {
  // Most of the time none is open, and the list may be very long.
  if (id === undefined) return {};
  const order = [...new Set(leads.map((lead) => lead.id))];
  const at = order.indexOf(id);
  if (at < 0) return {};
  const [previous, next] = [order[at - 1], order[at + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
};
