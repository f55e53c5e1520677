/** The option of every command that reads the configuration. */
export const CONFIG_OPTION = ['-c, --config <file>', 'the configuration', 'config/holystone.yaml'] as const;
