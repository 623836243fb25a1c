import { NothingHere } from "@/components/dashboard/mode-tag";
import { titledForOperator } from "./desk";
import { operatorPage } from "./operator-page";

export const generateMetadata = titledForOperator("nothingHere");

/** In the frame of the operator's area. */
export default operatorPage("overview", ({ words }) => <NothingHere start="/ops" words={words} />);
