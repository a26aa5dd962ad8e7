import { useSyncExternalStore } from "react";
import { everyMinute } from "./minute.ts";
import { dayOf } from "./wall-clock.ts";

const readToday = () => dayOf(new Date());

/** The day it is here, "2026-11-14"; also on a screen that is still open after midnight. */
export const useToday = (): string => useSyncExternalStore(everyMinute, readToday, readToday);
