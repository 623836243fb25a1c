import { taskCase } from "../../case";

export const generateMetadata = taskCase.act.metadata;
export default taskCase.act.page(async (previous, form) => {
  "use server";
  return taskCase.act.send(previous, form);
});
