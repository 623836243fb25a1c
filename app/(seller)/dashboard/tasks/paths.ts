export const tasksPath = "/dashboard/tasks";
