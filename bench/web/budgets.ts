/** The size budgets in bytes of gzip (1 KB is 1,000 bytes). A build over budget fails. */
const KB = 1_000;

export const BUDGETS = {
  /** All JavaScript of a screen that is opened by URL: shell, guard and page. */
  firstLoad: 200 * KB,
  /** The JavaScript that is loaded when navigating to a screen from another one with the same guard. */
  routeChange: 100 * KB,
  /** A chunk that is loaded after a click: a dialog, the palette, the calendar. */
  lazyChunkDefault: 80 * KB,
  /** The logo uploader has a crop tool and is rarely opened. */
  lazyChunkExceptions: { "features/companies/logo-upload/logo-uploader.tsx": 170 * KB } as Readonly<
    Record<string, number>
  >,
  styles: 20 * KB,
};
