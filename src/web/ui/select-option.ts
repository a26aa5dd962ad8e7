import type { ReactNode } from "react";

/** A value is never the empty string: "everything" has a name of its own, such as "all". */
export type SelectOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean };
