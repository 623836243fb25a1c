import { runSeeds } from "./run-seeds";

runSeeds(0, 4, 120);
