// The same mark as in public/favicon.svg: a U whose second arm is a person.
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <path
        d="M9.5 9v7.5a6.5 6.5 0 0 0 13 0V16"
        fill="none"
        strokeWidth="4.5"
        strokeLinecap="round"
        className="stroke-primary-foreground"
      />
      <circle cx="22.5" cy="9.25" r="2.75" className="fill-primary-foreground" />
    </svg>
  );
}
