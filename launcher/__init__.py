"""Sets up, starts, checks and stops Regrade; `dev` starts it, `./dev help` lists the commands.

The standard library alone, written for Python 3.9: it begins under whatever Python is there and
goes on under the one it chooses. Everything made here lies under REGRADE_HOME. What runs is known
by a record in REGRADE_HOME/run (process id, start time, boot), so that nothing else is signalled.
"""
