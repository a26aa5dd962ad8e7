import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { PRODUCT, useDocumentTitle } from "#lib/browser/document-title.ts";
import type { SessionKind } from "#lib/session/session.ts";
import { Card } from "#ui/page/card.tsx";
import { SESSION_KINDS } from "./session-kinds.ts";

type AuthFrameProps = {
  sessionKind: SessionKind;
  title: string;
  /** Language of title and text, if it differs from the language of the page. */
  language?: "nl" | "en" | undefined;
  /** Shown above the title: the part of the product, if the title does not contain it. */
  panel?: string | undefined;
  text?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
};

export function AuthFrame({ sessionKind, title, language, panel, text, children, footer }: AuthFrameProps) {
  const heading = useHeading(title);
  useDocumentTitle(title);
  return (
    // Not centred: an error or a text that arrives would move what is above it too.
    <main className="flex min-h-dvh flex-col items-center gap-6 px-4 pt-[max(2.5rem,calc(50dvh-17rem))] pb-10">
      <Link
        to={SESSION_KINDS[sessionKind].home}
        className="flex items-center gap-2.5 rounded-sm font-semibold text-base"
      >
        <img src="/favicon.svg" alt="" width={32} height={32} className="size-8" />
        {PRODUCT}
      </Link>
      <Card className="w-full max-w-sm p-6 sm:p-8">
        {panel && (
          <p lang="en" className="mb-1 font-medium text-muted-foreground text-xs">
            {panel}
          </p>
        )}
        <h1
          ref={heading}
          tabIndex={-1}
          lang={language}
          className="text-balance font-semibold text-xl leading-7 tracking-tight outline-hidden"
        >
          {title}
        </h1>
        {text && (
          <p lang={language} className="mt-1.5 break-words text-muted-foreground">
            {text}
          </p>
        )}
        {children && <div className="mt-6">{children}</div>}
      </Card>
      {footer && <div className="flex flex-col items-center gap-2 max-sm:gap-0">{footer}</div>}
    </main>
  );
}

/** Focuses the heading when the title changes, so that a screen reader reads the new step from its heading. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousTitle = useRef(title);
  useEffect(() => {
    if (previousTitle.current !== title) heading.current?.focus();
    previousTitle.current = title;
  }, [title]);
  return heading;
}

export const frameLinkStyle = "rounded-xs text-link underline-offset-4 hover:underline max-sm:py-2.5";
