import { zodResolver } from "@hookform/resolvers/zod";
import { speakDutch } from "#contract/dutch.ts";

speakDutch();

/** Holds a form against its schema of the contract. With it comes the schema library, which screens without a form do not load. */
export const formResolver: typeof zodResolver = zodResolver;
