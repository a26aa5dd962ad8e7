type ProductPictureProps = {
  /** The file in public/pictures, made by `npm run pictures`, without theme and extension. */
  name: string;
  alt: string;
  width: number;
  height: number;
  className?: string;
};

const THEMES = { light: "dark:hidden", dark: "hidden dark:block" } as const;

/** A picture of the product in the theme of the page. Both are lazy, so that the browser does not load the hidden one. */
export const ProductPicture = ({ name, alt, width, height, className = "" }: ProductPictureProps) =>
  (["light", "dark"] as const).map((theme) => (
    <img
      key={theme}
      src={`/pictures/${name}-${theme}.webp`}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      className={`h-auto w-full ${THEMES[theme]} ${className}`}
    />
  ));
