import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ReportFrame } from "./report-dialog.tsx";

test.each([{ src: "/api/leads/1/report" }, { srcDoc: "<script>alert(1)</script>" }])(
  "a report is shown in a sandboxed iframe: no scripts, no forms, an origin of its own",
  (document) => {
    const [frame = ""] =
      /<iframe[^>]*>/.exec(renderToStaticMarkup(createElement(ReportFrame, { title: "Rapport", ...document }))) ?? [];
    expect(frame).toContain('sandbox=""');
    expect(frame).toContain('referrerPolicy="no-referrer"');
  },
);
