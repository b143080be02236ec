"""What a roofline is made of: hardware, profiles and their arithmetic.

Standard library only, SI units inside. Nothing here knows a file format, a chart or a documentation host.
"""
