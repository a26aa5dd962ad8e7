import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReportFrame } from "./report-dialog.tsx";

test("a report is shown in a sandboxed iframe: no scripts, no forms, an origin of its own", () => {
  const [frame = ""] =
    /<iframe[^>]*>/.exec(
      renderToStaticMarkup(createElement(ReportFrame, { title: "Rapport", src: "/api/leads/1/report" })),
    ) ?? [];
  expect(frame).toContain('sandbox=""');
  expect(frame).toContain('referrerPolicy="no-referrer"');
});
