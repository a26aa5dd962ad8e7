import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { leadListsRoutes, SEARCH_MIN_LENGTH } from "#contract/lead-lists.ts";
import type { Lead } from "#contract/leads.ts";
import { callPage } from "#lib/api/api.ts";
import { normalizeText } from "#ui/select/text-match.ts";

const MOST_LEADS = 6;
const MOST_COMPANIES = 3;
/** Long enough to skip the letters of a word that is typed fluently. */
const PAUSE_MS = 150;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

type FoundLeads = {
  leads: readonly Lead[];
  companies: readonly string[];
  state: "searching" | "failed" | "done";
};

/** The leads that match the query by name, e-mail address or company, and the matching companies. */
export function useFoundLeads(query: string): FoundLeads {
  const typed = query.trim();
  const q = usePaused(typed);
  const isLongEnough = q.length >= SEARCH_MIN_LENGTH;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["leads", "search", q],
    queryFn: ({ signal }) => callPage(leadListsRoutes.search, { query: { q }, signal }),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const isSearching = typed.length >= SEARCH_MIN_LENGTH && (typed !== q || isFetching);
  const state = isSearching ? "searching" : isError ? "failed" : "done";
  if (!data || !isLongEnough) return { leads: [], companies: [], state };
  const isMatch = (company: string) => normalizeText(company).includes(normalizeText(q));
  const companies = [...new Set(data.items.flatMap(({ company }) => company ?? []))].filter(isMatch);
  return { leads: data.items.slice(0, MOST_LEADS), companies: companies.slice(0, MOST_COMPANIES), state };
}
