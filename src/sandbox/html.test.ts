import { expect, test } from "vitest";
import { html } from "./html.ts";

test("values are escaped, nested html`` results are not", () => {
  const title = `<b title="'">Jansen & Zn</b>`;
  const items = [html`<li>${1}</li>`, html`<li>${"<i>"}</li>`];
  expect(html`<p title="${title}">${null}</p><ul>${items}</ul>`.markup).toBe(
    '<p title="&lt;b title=&quot;&#39;&quot;&gt;Jansen &amp; Zn&lt;/b&gt;"></p><ul><li>1</li><li>&lt;i&gt;</li></ul>',
  );
});
