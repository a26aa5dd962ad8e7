import type { ComponentProps } from "react";
import { cn } from "../cn.ts";

export const Card = ({ className, ...props }: ComponentProps<"div">) => (
  <div className={cn("rounded-md border bg-card text-card-foreground shadow-xs", className)} {...props} />
);

export const CardHeader = ({ className, ...props }: ComponentProps<"div">) => (
  <div className={cn("flex flex-col gap-0.5 px-4 pt-4 sm:px-5", className)} {...props} />
);

type CardTitleProps = ComponentProps<"h2"> & { level?: "h2" | "h3" | "h4" };

export const CardTitle = ({ level: Heading = "h2", className, ...props }: CardTitleProps) => (
  <Heading className={cn("font-semibold text-[0.9375rem] leading-6", className)} {...props} />
);

export const CardDescription = ({ className, ...props }: ComponentProps<"p">) => (
  <p className={cn("text-muted-foreground text-sm", className)} {...props} />
);

export const CardContent = ({ className, ...props }: ComponentProps<"div">) => (
  <div className={cn("px-4 py-4 sm:px-5", className)} {...props} />
);

export const CardFooter = ({ className, ...props }: ComponentProps<"div">) => (
  <div className={cn("flex flex-wrap items-center gap-2 border-t px-4 py-3 sm:px-5", className)} {...props} />
);
