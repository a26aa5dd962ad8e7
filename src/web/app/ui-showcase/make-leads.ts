export type Lead = { id: number; name: string; company: string; rating: number };

export const makeLeads = (from: number, count: number): Lead[] =>
  Array.from({ length: count }, (_, index) => ({
    id: from + index,
    name: `Lead ${from + index}`,
    company: `Bedrijf ${(from + index) % 97}`,
    rating: (from + index) % 11,
  }));
