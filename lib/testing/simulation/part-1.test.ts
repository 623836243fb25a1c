import { runSeeds } from "./run-seeds";

runSeeds(0, 2);
