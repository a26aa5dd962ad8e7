export { countPersonToday, countPersonTotal, countQueue } from "./counts.queries.ts";
