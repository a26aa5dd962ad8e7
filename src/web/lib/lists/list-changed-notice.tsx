import { RotateCw } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "#ui/button/button.tsx";

type ListChangedNoticeProps = { onRefresh: () => void };

/** A long list is not refetched automatically: this notice says that it changed, and its button reloads it from the top. */
export const ListChangedNotice = ({ onRefresh }: ListChangedNoticeProps) => (
  <p
    role="status"
    className="sticky top-[calc(var(--table-top,0px)+0.5rem)] z-10 mx-auto mb-2 flex w-fit items-center gap-2 rounded-md border bg-popover py-1 pr-1 pl-3 text-[0.8125rem] shadow-md"
  >
    De lijst is gewijzigd.
    <Button variant="ghost" size="sm" onClick={(event) => refreshFromTop(event, onRefresh)}>
      <RotateCw />
      Lijst vernieuwen
    </Button>
  </p>
);

const refreshFromTop = ({ currentTarget }: MouseEvent, onRefresh: () => void) => {
  currentTarget.closest("main")?.scrollTo({ top: 0, behavior: "instant" });
  onRefresh();
};
