export const tasksPath = "/ops/tasks";
