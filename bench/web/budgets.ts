/** The size budgets in bytes of gzip (1 KB is 1,000 bytes). A build over budget fails. */
const KB = 1_000;

export const BUDGETS = {
  /** All JavaScript of a screen that is opened first: shell, guard and page. */
  firstLoad: 200 * KB,
  /** What a screen adds when it is opened from another screen. */
  furtherRoute: 100 * KB,
  /** What is loaded after a click: a dialog, the palette, the calendar. */
  part: 80 * KB,
  /** Parts with a budget of their own: the logo uploader has a crop tool and is rarely opened. */
  parts: { "features/companies/logo-upload/logo-uploader.tsx": 170 * KB } as Readonly<Record<string, number>>,
  styles: 20 * KB,
};
