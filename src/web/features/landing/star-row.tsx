import { Star } from "lucide-react";

const STARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export function StarRow({ rating }: { rating: number }) {
  return (
    <span className="flex">
      {STARS.map((star) => (
        <Star
          key={star}
          strokeWidth={1.5}
          className={star <= rating ? "size-3 fill-star text-star" : "size-3 fill-muted text-input"}
        />
      ))}
    </span>
  );
}
