/** What a visitor may have to download, in bytes of gzip. 1 KB is 1,000 bytes. A build that needs more fails. */
const KB = 1_000;

export const BUDGETS = {
  /** All the JavaScript of a screen that is opened first: shell, gate, page. */
  firstLoad: 200 * KB,
  /** What a screen adds for whoever comes from another one. */
  furtherRoute: 100 * KB,
  /** What comes after a click: a dialog, the palette, the calendar. */
  part: 80 * KB,
  /** The uploader with its crop tool and progress is a program of its own, which few ever open. */
  parts: { "features/companies/logo-upload/logo-uploader.tsx": 170 * KB } as Readonly<Record<string, number>>,
  styles: 20 * KB,
};
