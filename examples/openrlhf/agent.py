"""Episodes of the tasks of VOI_TASKS for OpenRLHF: --train.agent_func_path names this file.

A row's prompt is the beginning of the task; its label is {"task": ID, "seed": 0}.
"""

from voi.openrlhf import AgentExecutor

__all__ = ["AgentExecutor"]
