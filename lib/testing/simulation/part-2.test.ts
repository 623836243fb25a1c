import { runSeeds } from "./run-seeds";

runSeeds(1, 2);
