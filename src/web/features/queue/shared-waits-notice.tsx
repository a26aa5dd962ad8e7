import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { AIRTABLE_UNREACHABLE_TEXT } from "#contract/queue.ts";
import { formatMessageCount } from "#lib/labels/refusals.ts";
import type { SharedWait } from "./shared-waits.ts";

type SharedWaitsNoticeProps = {
  waits: readonly SharedWait[];
  /** Not all pages are loaded, so the real count may be higher. */
  hasMore: boolean;
};

/** Says once what many messages of the list wait for, or why they were not sent, and what to do about it. */
export const SharedWaitsNotice = ({ waits, hasMore }: SharedWaitsNoticeProps) => (
  <div
    role="note"
    className="mx-4 my-3 flex items-start gap-2 rounded-sm bg-warning-soft px-3 py-2 text-[0.8125rem] leading-5 sm:mx-6"
  >
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
    <ul className="flex flex-col gap-1">
      {waits.map((wait) => (
        <li key={wait.key}>
          <SharedWaitText {...wait} hasMore={hasMore} />
        </li>
      ))}
    </ul>
  </div>
);

function SharedWaitText({ code, text, count, hasMore }: SharedWait & { hasMore: boolean }) {
  const messages = `${hasMore ? "minstens " : ""}${formatMessageCount(count)}`;
  if (code === "automation")
    return (
      <>
        De automatisering van het bedrijf heeft {messages} niet op tijd verstuurd. Kijk of zij nog draait, of laat een
        beheerder een ander verzendkanaal kiezen bij <CompanyAdminLink />.
      </>
    );
  if (!code)
    return (
      <>
        Bij {messages}: {text}
      </>
    );
  const start = <span className="inline-block first-letter:uppercase">{messages}</span>;
  if (text === AIRTABLE_UNREACHABLE_TEXT)
    return (
      <>
        {start}: Airtable is nu niet te lezen. Zodra dat weer lukt, gaan ze vanzelf weg; een beheerder ziet de oorzaak
        bij <CompanyAdminLink />.
      </>
    );
  return (
    <>
      {start}: {text}
    </>
  );
}

const CompanyAdminLink = () => (
  <Link to="/company-admin" className="underline">
    Bedrijf Beheer
  </Link>
);
