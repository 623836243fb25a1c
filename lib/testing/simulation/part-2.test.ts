import { runSeeds } from "./run-seeds";

runSeeds(1, 4, 120);
