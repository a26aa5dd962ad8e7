import { SearchX } from "lucide-react";
import { Button } from "../button/button.tsx";
import { Empty } from "./empty.tsx";

type NoMatchesProps = { title: string; text?: string; onClearFilters: () => void };

/** The filters of a list leave nothing. */
export const NoMatches = ({ title, text = "Met deze filters is er niets.", onClearFilters }: NoMatchesProps) => (
  <Empty
    icon={SearchX}
    title={title}
    text={text}
    action={
      <Button variant="outline" size="sm" onClick={onClearFilters}>
        Wis Filters
      </Button>
    }
  />
);
