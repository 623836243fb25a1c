import { runSeeds } from "./run-seeds";

runSeeds(3, 4, 120);
