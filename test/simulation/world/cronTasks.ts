import { getTasks } from 'node-cron';

/** node-cron keeps a registry in the process; the next run draws the same ids again. */
export function endCronTasks(): void {
  for (const task of getTasks().values()) void task.destroy();
}
