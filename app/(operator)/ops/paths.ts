export const tasksPath = "/ops/tasks";

export const plansPath = "/ops/plans";

export const retentionPath = "/ops/health/retention";

export const ussdPath = "/ops/ussd";
