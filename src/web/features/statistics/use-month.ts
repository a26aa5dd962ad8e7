import { useAddressFilters } from "#lib/address-filters.ts";
import { matching } from "#lib/address-readers.ts";
import { useToday } from "#lib/today.ts";
import { chosenMonth, isCurrent, type Month, monthText } from "./months.ts";

const filters = { maand: matching(/^20\d\d-(0[1-9]|1[0-2])$/) };

/** The month that is looked at, as it stands in the address; the current one needs no mention. */
export function useMonth() {
  const today = useToday();
  const [{ maand }, setFilters] = useAddressFilters(filters, { keepScroll: true });
  const onChange = (next: Month) => setFilters({ maand: isCurrent(next, today) ? undefined : monthText(next) });
  return { month: chosenMonth(maand, today), today, onChange };
}
