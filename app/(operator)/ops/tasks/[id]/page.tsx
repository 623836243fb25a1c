import { taskCase } from "../case";

export const generateMetadata = taskCase.metadata;
export default taskCase.page();
